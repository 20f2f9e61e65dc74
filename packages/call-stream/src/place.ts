/** Whether a server is behind a socket of this host, where no other one could have a share of its calls. */
export type Place = 'onThisHost' | 'elsewhere';

/** `address`: what a client connects to, or a server listens on. */
export const placeOf = (address: string): Place => (address.startsWith('unix:') ? 'onThisHost' : 'elsewhere');
