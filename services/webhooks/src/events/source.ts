/** The services that have feeds of events. */
export const sources = ['wallet', 'policy', 'identity'] as const;
export type Source = (typeof sources)[number];

/** A position in the feed of each service, for one application. */
export type FeedPositions = Readonly<Record<Source, bigint>>;
