import { createEndpointSlots } from './endpoint-slots.js';

describe('the slots of an endpoint', () => {
  it('are as many as said, and free again when given back', () => {
    const slots = createEndpointSlots(2);
    const first = slots.take('a');
    expect(slots.take('a')).toBeDefined();
    expect(slots.take('a')).toBeUndefined();
    expect(slots.take('b')).toBeDefined();
    first?.();
    expect(slots.take('a')).toBeDefined();
    expect(slots.take('a')).toBeUndefined();
  });
});
