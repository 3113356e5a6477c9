/**
 * Moves the globals of the JavaScript engine, such as `Array` and `Promise`, to the prototype of `globalThis`. At each
 * switch from one workflow to another, the SDK reads and compares every own property of `globalThis`, and the engine's
 * are most of them. A workflow that assigns one of these names still gets a global of its own.
 *
 * Evaluated in the context of workflows, after the SDK's changes to `Date` and `Math`, and before it saves the globals.
 */
const shelf: object = Object.create(Object.getPrototypeOf(globalThis));
const names = Reflect.ownKeys(globalThis).filter(isMovable);

for (const name of names) {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
  // All workflows share these objects. The SDK freezes only what is a property of `globalThis` itself.
  freeze(descriptor?.value, new Set());
  if (descriptor) Object.defineProperty(shelf, name, descriptor);
}
Object.setPrototypeOf(globalThis, shelf);
for (const name of names) Reflect.deleteProperty(globalThis, name);

/** The SDK's own globals begin with two underscores. */
function isMovable(name: string | symbol): boolean {
  if (typeof name === 'symbol' || name === 'globalThis' || name.startsWith('__')) return false;
  return Object.getOwnPropertyDescriptor(globalThis, name)?.configurable === true;
}

/** Freezes an object with what it contains, or a function, as the SDK does. */
function freeze(value: unknown, seen: Set<unknown>): void {
  const isObject = typeof value === 'object' && value !== null;
  if (seen.has(value) || !(isObject || typeof value === 'function')) return;
  seen.add(value);
  if (isObject) for (const inner of Object.values(Object.getOwnPropertyDescriptors(value))) freeze(inner.value, seen);
  Object.freeze(value);
}

export {};
