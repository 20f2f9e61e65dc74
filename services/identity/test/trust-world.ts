import {
  demandAgreement,
  digestOf,
  encodeApplicationDocument,
  judgeApplicationDocument,
  parseApplicationDocument,
  parseSignedDocument,
  statementOf,
  subjectOfApplication,
  subjectOfKeySet,
  testimonyOf,
  type ApplicationDocument,
} from '@wallet-service/signer-protocol';
import type { Replica } from './identity-replicas.js';
import type { KeySetHost } from '@wallet-service/test-kit/key-set-host';
import type { ProviderWorld } from './provider-world.js';
import { signed, type TestKey } from './witnesses.js';

export type Trusted = {
  readonly document: ApplicationDocument;
  readonly signed: Buffer;
  /** The kids of the keys of each issuer. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly digest: Uint8Array;
  /** The kids of the statements' witnesses. */
  readonly witnesses: readonly string[];
};

/** What a signer that starts now concludes from the answer. Throws if it would refuse the document. */
export async function trustedBy(
  { identity }: ProviderWorld,
  replica: Replica,
  applicationId: string,
  fresh = true,
): Promise<Trusted> {
  const { application, digest } = await replica.GetTrust({ applicationId, fresh });
  if (!application || !digest) throw new Error('no document');
  const { root } = identity.witnesses;
  const now = Math.floor(Date.now() / 1000);
  const signedDocument = Buffer.from(application.document as Uint8Array);
  const judged = judgeApplicationDocument(root, undefined, applicationId, signedDocument);
  if (judged.outcome !== 'accepted') throw new Error(`a signer refuses it: ${JSON.stringify(judged)}`);
  const { document, digest: ofDocument } = judged.next;
  const statements = ((application.statements ?? []) as Parameters<typeof statementOf>[0][]).map(statementOf);
  const testimony = testimonyOf(root, statements, now);
  demandAgreement(testimony, subjectOfApplication(applicationId), ofDocument);
  const keys: Record<string, readonly string[]> = {};
  for (const { issuer = '', jwksUri = '', keys: set } of application.keySets ?? []) {
    const text = Buffer.from(set as Uint8Array);
    const source = jwksUri === '' ? ('discovery' as const) : { jwksUri };
    demandAgreement(testimony, subjectOfKeySet(issuer, source), digestOf(text));
    keys[issuer] = (JSON.parse(text.toString()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  }
  const witnesses = statements.map(({ kid }) => kid);
  return { document, signed: signedDocument, keys, digest: digest as Uint8Array, witnesses };
}

/** The next version of a document with changes, signed. */
export function nextDocument(
  document: ApplicationDocument,
  changes: Partial<ApplicationDocument>,
  ...by: readonly TestKey[]
): Buffer {
  const next = { ...document, version: document.version + 1, ...changes };
  return signed('application', encodeApplicationDocument(next), ...by);
}

export function documentIn(bytes: Uint8Array | string | undefined): ApplicationDocument {
  const parsed = parseSignedDocument(Buffer.from(bytes as Uint8Array), 256 * 1024);
  const read = parsed.ok ? parseApplicationDocument(parsed.document.payload) : undefined;
  if (!read?.ok) throw new Error('no document');
  return read.document;
}

/** Every row of a table as it is now, and a way to put them all back, as the owner of the schema can. */
export async function rowsOf({ identity: { owner } }: ProviderWorld, table: string, applicationId: string) {
  const everywhere = "select set_config('app.every_application', 'on', true)";
  const client = await owner.connect();
  const within = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await client.query('begin');
    await client.query(everywhere);
    await client.query("select set_config('app.application_id', $1, true)", [applicationId]);
    const result = await work();
    await client.query('commit');
    return result;
  };
  const { rows } = await within(() =>
    client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t where application_id = $1`,
      [applicationId],
    ),
  );
  client.release();
  return {
    count: rows.length,
    putBack: async () => {
      const back = await owner.connect();
      await back.query('begin');
      await back.query(everywhere);
      await back.query("select set_config('app.application_id', $1, true)", [applicationId]);
      await back.query(`delete from ${table} where application_id = $1`, [applicationId]);
      for (const { row } of rows)
        await back.query(`insert into ${table} select (jsonb_populate_record(null::${table}, $1::jsonb)).*`, [
          row,
        ]);
      await back.query('update application_directory set revision = revision + 1 where application_id = $1', [
        applicationId,
      ]);
      await back.query('commit');
      back.release();
    },
  };
}

/** An issuer with a discovery document, at the host's own address. */
export function discoverable(host: KeySetHost, answer: Parameters<KeySetHost['answerWith']>[0]) {
  const issuer = host.uri.replace('/jwks', `/tenant-${host.newUri().split('?')[1] ?? ''}`);
  host.answerWith((request, response) => {
    if (!request.url?.includes('/.well-known/openid-configuration')) {
      answer(request, response);
      return;
    }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ issuer, jwks_uri: host.uri }));
  });
  return issuer;
}
