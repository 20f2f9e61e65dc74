import { keccak256, toBytes } from 'viem';
import { typedDataSchemas } from '../src/engine/typed-data-schemas.js';
import { meaningOf } from '../src/engine/typed-data-meaning.js';
import { ethInput } from './operations.js';
import { ofType } from './typed-data-of-type.js';

const whole = typedDataSchemas.filter(({ isPrefix }) => !isPrefix);

/** The type hashes of the contracts, from their published sources. */
const hashesOfContracts = {
  'ZK Stack': '848e1bfa1ac4e3576b728bda6721b215c70a7799a5b4866282a71bab954baac8',
  'EntryPoint 0.8': '29a0bca4af4be3421398da00295e58e6d7de38cb492214754cb6a47507dd6f8e',
  Safe: 'bb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8',
  'Safe before 1.0': '14d461bc7412367e924637b363c7bf29b8f47e2f84869f4426e5633d8af47b20',
  MinimalForwarder: 'dd8f4b70b0f4393e889bd39128a30628a78b61816a9eb8199759e7a349657e48',
  MetaTransaction: '23d10def3caacba2e4042e0c75d44a42d2558aabcf5ce951d0642a8032e1e653',
  'ERC-2612': '6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9',
  DAI: 'ea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb',
  'ERC-4494': '49ecf333e5b8c95c40fdafc95c1ad136e8914a8fb55e9dc8bb01eaa83a2df9ad',
  TransferWithAuthorization: '7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267',
  ReceiveWithAuthorization: 'd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8',
  CancelAuthorization: '158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429',
  'Permit2, single': 'f3841cd1ff0085026a6327b620b67997ce40f282c88a8e905a7a5626e310f3d0',
  'Permit2, batch': 'af1b0d30d2cab0380e68f0689007e3254993c596f2fdd0aaa7f4d04f79440863',
  'Permit2, transfer': '939c21a48a8dbe3a9a2404a1d46691e4d39f6583d6ec6b35714604c986d80106',
  'Permit2, transfers': 'fcf35f5ac6a2c28868dc44c302166470266239195f02b0ee408334829333b766',
  Seaport: 'fa445660b7e21515a59617fcd68910b487aa5808b8abda3d78bc85df364b2c2f',
  'CoW Protocol': 'd5a25ba2e97094ad7d83dc28a6572da797d6b3e7fc6663bd93efb789fc17e489',
  '0x, limit order': 'ce918627cb55462ddbb85e73de69a8b322f2bc88f4507c52fcad6d4c33c29d49',
  '0x, RFQ': 'e593d3fdfa8b60e5e17a1b2204662ecbe15c23f2084b9ad5bae40359540a7da9',
  '0x, OTC': '2f754524de756ae72459efbe1ec88c19a745639821de528ac3fb88f9e65e35c8',
  'votes (ERC-5805)': 'e48329057bfd03d55e49b547132e39cffd9c1820ad7b9d4c5307691425d15adf',
  Ballot: '150214d74d59b7d1e90c73fc22ef3d991dd0a76b046543d4d80ab92d2a50328f',
};

describe('the table of schemas', () => {
  it.each(Object.entries(hashesOfContracts))('has the type of %s', (_name, hash) => {
    expect(whole.map(({ type }) => keccak256(toBytes(type)).slice(2))).toContain(hash);
  });

  it.each(whole.map((schema) => [schema.type.slice(0, 80), schema] as const))(
    'reads %s as it is encoded',
    (_name, { type, domainName }) => {
      const domain = { name: domainName ?? 'App', chainId: 1, verifyingContract: `0x${'11'.repeat(20)}` };
      const input = ethInput(ofType(type, { txType: 0x71 }, domain));
      if (input.kind !== 'typed_data') throw new Error('no typed data');
      expect(meaningOf(input.typedData, input.wallet).kind).not.toBe('unknown');
    },
  );

  it('has each type once, and names its source', () => {
    expect(new Set(typedDataSchemas.map(({ type }) => type)).size).toBe(typedDataSchemas.length);
    expect(typedDataSchemas.filter(({ source }) => !source.startsWith('https://'))).toEqual([]);
  });
});
