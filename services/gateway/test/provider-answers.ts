import { defaultTokenSettings } from '@wallet-service/jwt';
import type { FakeAnswer } from './fake-services.js';

/** The provider as a request makes it. */
export function changedProvider(provider: object): FakeAnswer {
  return ({ tokenSettings, ...request }) => {
    const { tokenTypes, ...given } = (tokenSettings ?? {}) as { tokenTypes?: { values: string[] } };
    const types = tokenTypes && { tokenTypes: tokenTypes.values };
    return { ...provider, ...request, tokenSettings: { ...defaultTokenSettings, ...given, ...types } };
  };
}
