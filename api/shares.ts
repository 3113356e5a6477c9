/** Divides a resource, such as slots or bytes, between holders. */
export interface Shares {
  /** Whether {@link take} would take this amount now. */
  fits(holder: string, amount: number): boolean;
  /** Takes an amount for a holder. Returns false, and takes nothing, when the holder would exceed its share. */
  take(holder: string, amount: number): boolean;
  /** Releases an amount that was taken. */
  release(holder: string, amount: number): void;
}

/**
 * @param total the whole amount
 * @param shareOf the maximum of one holder, given the amount that the other holders leave
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

/** Half of what the others leave, so that the next holder always gets something. */
export const halfOfTheRest = (left: number): number => Math.ceil(left / 2);
