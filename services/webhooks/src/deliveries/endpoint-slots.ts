/** Counts the concurrent deliveries to each endpoint. */
export type EndpointSlots = {
  /**
   * Takes a slot. Undefined if all slots of the endpoint are taken. The returned function MUST be called once
   * to release it.
   */
  readonly take: (endpointId: string) => (() => void) | undefined;
};

/**
 * Limits each endpoint to `most` concurrent deliveries in this process, so that a slow one leaves room for
 * the others.
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
