import { createEndpointSlots } from './endpoint-slots.js';

describe('the slots of an endpoint', () => {
  it('has a fixed number, and a slot is free again when it is given back', () => {
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
