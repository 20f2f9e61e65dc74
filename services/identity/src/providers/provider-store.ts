import { AppError } from '@wallet-service/errors';
import { isUniqueViolation } from '@wallet-service/postgres';
import { defaultTokenSettings, unlessDefault, type TokenSettings } from '@wallet-service/signer-protocol';
import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';
import type { Provider } from '../directory/provider.js';

export type ProviderRow = {
  provider_id: string;
  application_id: string;
  issuer: string;
  audience: string;
  jwks_uri: string;
  key_source: string;
  audience_match: TokenSettings['audienceMatch'];
  audience_claim: TokenSettings['audienceClaim'];
  token_types: string[];
  mac: Buffer | null;
};

const contentColumns = 'issuer, audience, jwks_uri, key_source, audience_match, audience_claim, token_types';
export const providerColumns = `provider_id, application_id, ${contentColumns}, mac`;

/** The identity providers of one application, except rows that identity did not write. */
export function providerRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  const macOf = (provider: Provider) =>
    macs.of('providers', applicationId, provider.id, meaningOfProvider(provider));

  return {
    async list(): Promise<Provider[]> {
      const { rows: found } = await rows.query<ProviderRow>(
        `select ${providerColumns} from providers where application_id = $1 order by provider_id`,
        [applicationId],
      );
      return found.flatMap((row) => genuineProvider(macs, applicationId, row) ?? []);
    },

    async find(id: string): Promise<Provider | undefined> {
      const { rows: found } = await rows.query<ProviderRow>(
        `select ${providerColumns} from providers where application_id = $1 and provider_id = $2`,
        [applicationId, id],
      );
      return found[0] && genuineProvider(macs, applicationId, found[0]);
    },

    /** Throws `provider.exists` if the application has a provider with that issuer and audience. */
    async insert(provider: Provider, nowSeconds: number): Promise<void> {
      await refusingDuplicates(
        rows.query(
          `insert into providers (application_id, provider_id, ${contentColumns}, mac, time_created, time_updated)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, to_timestamp($11), to_timestamp($11))`,
          [applicationId, provider.id, ...contentOf(provider), macOf(provider), nowSeconds],
        ),
      );
    },

    /** Throws `provider.exists` if another provider of the application has that issuer and audience. */
    async update(provider: Provider, nowSeconds: number): Promise<void> {
      await refusingDuplicates(
        rows.query(
          `update providers set issuer = $3, audience = $4, jwks_uri = $5, key_source = $6, audience_match = $7,
             audience_claim = $8, token_types = $9, mac = $10, time_updated = to_timestamp($11)
           where application_id = $1 and provider_id = $2`,
          [applicationId, provider.id, ...contentOf(provider), macOf(provider), nowSeconds],
        ),
      );
    },

    /** Also deletes its key set. False if there is none with that id. */
    async delete(id: string): Promise<boolean> {
      const { rowCount } = await rows.query(
        'delete from providers where application_id = $1 and provider_id = $2',
        [applicationId, id],
      );
      return rowCount === 1;
    },

    /** Also deletes rows that identity did not write. */
    async deleteAllBut(ids: readonly string[]): Promise<void> {
      await rows.query('delete from providers where application_id = $1 and provider_id <> all ($2)', [
        applicationId,
        ids,
      ]);
    },
  };
}

/** In the order of `contentColumns`. */
function contentOf({ issuer, audience, jwksUri, discovered, tokenSettings }: Provider): readonly unknown[] {
  const { audienceMatch, audienceClaim, tokenTypes } = tokenSettings ?? defaultTokenSettings;
  const source = discovered ? 'discovery' : 'jwks_uri';
  return [issuer, audience, jwksUri, source, audienceMatch, audienceClaim, tokenTypes];
}

async function refusingDuplicates(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (isUniqueViolation(error, 'providers_issuer_audience_key')) {
      throw new AppError('provider.exists', 'the application has a provider with this issuer and audience');
    }
    throw error;
  }
}

/** Undefined if identity did not write the row for this application. */
export function genuineProvider(
  macs: RowMacs,
  applicationId: string,
  row: ProviderRow,
): Provider | undefined {
  const provider = providerOf(row);
  const meaning = meaningOfProvider(provider);
  return macs.fits('providers', applicationId, provider.id, meaning, row.mac) ? provider : undefined;
}

/** Without what has its default: a row from before there was discovery, or settings of tokens, has the MAC it had. */
export function meaningOfProvider({
  issuer,
  audience,
  jwksUri,
  discovered,
  tokenSettings,
}: Provider): Meaning {
  const ofTokens = tokenSettings && [
    tokenSettings.audienceMatch,
    tokenSettings.audienceClaim,
    ...tokenSettings.tokenTypes,
  ];
  return [issuer, audience, jwksUri, ...(discovered ? ['discovery'] : []), ...(ofTokens ? [ofTokens] : [])];
}

export function providerOf(row: ProviderRow): Provider {
  return {
    id: row.provider_id,
    applicationId: row.application_id,
    issuer: row.issuer,
    audience: row.audience,
    jwksUri: row.jwks_uri,
    discovered: row.key_source === 'discovery',
    ...unlessDefault({
      audienceMatch: row.audience_match,
      audienceClaim: row.audience_claim,
      tokenTypes: row.token_types,
    }),
  };
}

/** Whether another application has a provider with this id. Needs a transaction that sees every application. */
export async function isForeignProvider(
  rows: Queryable,
  applicationId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await rows.query(
    'select 1 from providers where provider_id = $1 and application_id <> $2 limit 1',
    [id, applicationId],
  );
  return rowCount !== 0;
}
