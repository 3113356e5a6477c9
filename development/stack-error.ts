/** A reason why the stack cannot start that a person can act on; it is shown without a stack trace. */
export class StackError extends Error {
  override readonly name = 'StackError';
}
