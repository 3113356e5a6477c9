/** Divides an amount of something, such as slots or bytes, between its holders. */
export interface Shares {
  /** Whether {@link take} would take this amount now. */
  fits(holder: string, amount: number): boolean;
  /** Takes an amount for a holder. False when it would have more than its share: nothing is taken then. */
  take(holder: string, amount: number): boolean;
  /** Gives back what was taken. */
  release(holder: string, amount: number): void;
}

/**
 * @param total all that there is
 * @param shareOf the most that one holder may have, given what the others leave of the total
 */
export function createShares(total: number, shareOf: (left: number) => number): Shares {
  const held = new Map<string, number>();
  let taken = 0;
  const fits = (holder: string, amount: number) => {
    const own = held.get(holder) ?? 0;
    return own + amount <= shareOf(total - (taken - own));
  };
  return {
    fits,
    take: (holder, amount) => {
      if (!fits(holder, amount)) return false;
      held.set(holder, (held.get(holder) ?? 0) + amount);
      taken += amount;
      return true;
    },
    release: (holder, amount) => {
      const left = (held.get(holder) ?? 0) - amount;
      if (left > 0) held.set(holder, left);
      else held.delete(holder);
      taken -= amount;
    },
  };
}

/** Half of what the others leave: however many holders take all they can, the next one still gets something. */
export const halfOfTheRest = (left: number): number => Math.ceil(left / 2);
