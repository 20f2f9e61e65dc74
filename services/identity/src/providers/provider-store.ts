import { AppError } from '@wallet-service/errors';
import { isUniqueViolation } from '@wallet-service/postgres';
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
  mac: Buffer | null;
};

export const providerColumns = 'provider_id, application_id, issuer, audience, jwks_uri, key_source, mac';

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
      const { id, issuer, audience, jwksUri } = provider;
      await refusingDuplicates(
        rows.query(
          `insert into providers (provider_id, application_id, issuer, audience, jwks_uri, key_source, time_created,
            time_updated, mac)
           values ($1, $2, $3, $4, $5, $6, to_timestamp($7), to_timestamp($7), $8)`,
          [id, applicationId, issuer, audience, jwksUri, sourceOf(provider), nowSeconds, macOf(provider)],
        ),
      );
    },

    /** Throws `provider.exists` if another provider of the application has that issuer and audience. */
    async update(provider: Provider, nowSeconds: number): Promise<void> {
      const { id, issuer, audience, jwksUri } = provider;
      await refusingDuplicates(
        rows.query(
          `update providers set issuer = $3, audience = $4, jwks_uri = $5, key_source = $6,
             time_updated = to_timestamp($7), mac = $8
           where application_id = $1 and provider_id = $2`,
          [applicationId, id, issuer, audience, jwksUri, sourceOf(provider), nowSeconds, macOf(provider)],
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

function sourceOf({ discovered }: Provider): 'discovery' | 'jwks_uri' {
  return discovered ? 'discovery' : 'jwks_uri';
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

/** A row from before discovery has the MAC that it had. */
export function meaningOfProvider({ issuer, audience, jwksUri, discovered }: Provider): Meaning {
  return [issuer, audience, jwksUri, ...(discovered ? ['discovery'] : [])];
}

export function providerOf(row: ProviderRow): Provider {
  return {
    id: row.provider_id,
    applicationId: row.application_id,
    issuer: row.issuer,
    audience: row.audience,
    jwksUri: row.jwks_uri,
    discovered: row.key_source === 'discovery',
  };
}

/** Whether another application has a provider with this id. Needs a transaction that sees every application. */
export async function isForeignProvider(
  rows: Queryable,
  applicationId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await rows.query(
    'select 1 from providers where provider_id = $1 and application_id <> $2',
    [id, applicationId],
  );
  return rowCount === 1;
}
