/** Counts what is sent to each endpoint at once. */
export type EndpointSlots = {
  /**
   * Takes a place; undefined when all of the endpoint are taken. What is returned MUST be called, once, to
   * give it back.
   */
  readonly take: (endpointId: string) => (() => void) | undefined;
};

/**
 * Lets one endpoint have at most `most` deliveries under way in this process, so that a slow one leaves room
 * for the others.
 */
export function createEndpointSlots(most: number): EndpointSlots {
  const taken = new Map<string, number>();
  return {
    take(endpointId) {
      const count = taken.get(endpointId) ?? 0;
      if (count >= most) return undefined;
      taken.set(endpointId, count + 1);
      return () => {
        const left = (taken.get(endpointId) ?? 1) - 1;
        if (left === 0) taken.delete(endpointId);
        else taken.set(endpointId, left);
      };
    },
  };
}
