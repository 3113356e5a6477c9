/** The time in epoch milliseconds. May ask a server for it, as tests that skip time do. */
export type Clock = () => number | Promise<number>;
