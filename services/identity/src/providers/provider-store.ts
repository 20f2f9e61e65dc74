import { AppError } from '@wallet-service/errors';
import { isUniqueViolation } from '@wallet-service/postgres';
import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';
import type { Provider } from './provider.js';

export type ProviderRow = {
  provider_id: string;
  application_id: string;
  issuer: string;
  audience: string;
  jwks_uri: string;
  mac: Buffer | null;
};

const columns = 'provider_id, application_id, issuer, audience, jwks_uri, mac';

/** The identity providers of one application, except rows that identity did not write. */
export function providerRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  const macOf = (provider: Provider) =>
    macs.of('providers', applicationId, provider.id, meaningOfProvider(provider));

  return {
    async list(): Promise<Provider[]> {
      const { rows: found } = await rows.query<ProviderRow>(
        `select ${columns} from providers where application_id = $1 order by provider_id`,
        [applicationId],
      );
      return found.flatMap((row) => genuineProvider(macs, applicationId, row) ?? []);
    },

    async find(id: string): Promise<Provider | undefined> {
      const { rows: found } = await rows.query<ProviderRow>(
        `select ${columns} from providers where application_id = $1 and provider_id = $2`,
        [applicationId, id],
      );
      return found[0] && genuineProvider(macs, applicationId, found[0]);
    },

    /** Throws `provider.exists` if the application has a provider with that issuer and audience. */
    async insert(provider: Provider, nowSeconds: number): Promise<void> {
      const { id, issuer, audience, jwksUri } = provider;
      await refusingDuplicates(
        rows.query(
          `insert into providers (provider_id, application_id, issuer, audience, jwks_uri, time_created,
            time_updated, mac)
           values ($1, $2, $3, $4, $5, to_timestamp($6), to_timestamp($6), $7)`,
          [id, applicationId, issuer, audience, jwksUri, nowSeconds, macOf(provider)],
        ),
      );
    },

    /** Throws `provider.exists` if another provider of the application has that issuer and audience. */
    async update(provider: Provider, nowSeconds: number): Promise<void> {
      const { id, issuer, audience, jwksUri } = provider;
      await refusingDuplicates(
        rows.query(
          `update providers set issuer = $3, audience = $4, jwks_uri = $5, time_updated = to_timestamp($6), mac = $7
           where application_id = $1 and provider_id = $2`,
          [applicationId, id, issuer, audience, jwksUri, nowSeconds, macOf(provider)],
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
  };
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

export function meaningOfProvider({ issuer, audience, jwksUri }: Provider): Meaning {
  return [issuer, audience, jwksUri];
}

export function providerOf(row: ProviderRow): Provider {
  return {
    id: row.provider_id,
    applicationId: row.application_id,
    issuer: row.issuer,
    audience: row.audience,
    jwksUri: row.jwks_uri,
  };
}
