import { X509Certificate } from 'node:crypto';
import { amazonAuthorities } from './kms-settings.js';

it("takes only Amazon's own five authorities from Node's store", () => {
  const names = amazonAuthorities().map((pem) => /^CN=(.*)$/m.exec(new X509Certificate(pem).subject)?.[1]);
  expect(names.toSorted()).toEqual([
    'Amazon Root CA 1',
    'Amazon Root CA 2',
    'Amazon Root CA 3',
    'Amazon Root CA 4',
    'Starfield Services Root Certificate Authority - G2',
  ]);
});
