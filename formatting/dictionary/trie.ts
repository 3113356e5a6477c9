/** Maps sequences of parts to values. The time to find the longest match does not depend on the number of sequences. */
export interface Trie<Value> {
  /** Adds a sequence. The first value for a sequence stays. */
  add(parts: readonly string[], value: Value): void;
  readonly size: number;
  readonly root: TrieNode<Value>;
}

export interface TrieNode<Value> {
  readonly next: Map<string, TrieNode<Value>>;
  value: Value | undefined;
}

/** Builds an empty trie. */
export function createTrie<Value>(): Trie<Value> {
  const root = createNode<Value>();
  let size = 0;
  return {
    root,
    get size() {
      return size;
    },
    add(parts, value) {
      let node = root;
      for (const part of parts) {
        let next = node.next.get(part);
        if (next === undefined) {
          next = createNode();
          node.next.set(part, next);
        }
        node = next;
      }
      if (node === root || node.value !== undefined) return;
      node.value = value;
      size += 1;
    },
  };
}

function createNode<Value>(): TrieNode<Value> {
  return { next: new Map(), value: undefined };
}
