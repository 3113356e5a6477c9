/** A reason why the stack cannot start that the user can fix. It is shown without a stack trace. */
export class StackError extends Error {
  override readonly name = 'StackError';
}
