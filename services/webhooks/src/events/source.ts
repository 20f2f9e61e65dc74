/** The services whose feeds tell what happened. */
export const sources = ['wallet', 'policy', 'identity'] as const;
export type Source = (typeof sources)[number];

/** A place in the feed of each service, for one application. */
export type FeedPositions = Readonly<Record<Source, bigint>>;
