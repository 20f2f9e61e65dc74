import { chains } from '@wallet-service/addresses';
import { fixedFields, type Facts, type Field } from './field-source.js';
import { inapplicable, integer, text, unknown, type Reading } from './reading.js';
import { wrappedMessage } from './wrapped-message.js';

/** In bytes. The gateway accepts no longer one. */
const longestMessage = 65_536n;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function ofMessage(read: (message: Uint8Array) => Reading): (facts: Facts) => Reading {
  return ({ input }) => {
    if (input.kind === 'message' || input.kind === 'ethereum_message') return read(input.message);
    const wrapped = input.kind === 'typed_data' ? wrappedMessage(input.typedData) : undefined;
    if (wrapped === undefined) return inapplicable;
    return wrapped === 'unreadable'
      ? unknown('a wrapped message (ERC-7739) that is not a message')
      : read(wrapped);
  };
}

function contentOf(message: Uint8Array): Reading {
  try {
    return text(utf8.decode(message));
  } catch {
    return unknown('not UTF-8 text');
  }
}

const length: Omit<Field, 'key'> = {
  kind: 'integer',
  range: [0n, longestMessage],
  read: ofMessage((message) => integer(BigInt(message.length))),
};

/** `content`: the text without any prefix. `length`, also called `byte_length`: in bytes. */
export const message = fixedFields(
  'message',
  { chains, methods: ['personal_sign', 'signMessage'] },
  {
    content: { kind: 'text', read: ofMessage(contentOf) },
    length,
    byte_length: { ...length, sameAs: 'length' },
  },
);
