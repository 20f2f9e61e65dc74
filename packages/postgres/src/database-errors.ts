type DatabaseError = { readonly code?: unknown; readonly constraint?: unknown; readonly message?: unknown };

// Checks fields and not the class, because a network error may come from another realm.
function fieldsOf(error: unknown): DatabaseError {
  return typeof error === 'object' && error !== null ? error : {};
}

function codeOf(error: unknown): string {
  const { code } = fieldsOf(error);
  return typeof code === 'string' ? code : '';
}

/** Whether a unique constraint (with that name, if given) refused the row. */
export function isUniqueViolation(error: unknown, constraintName?: string): boolean {
  if (codeOf(error) !== '23505') return false;
  return constraintName === undefined || fieldsOf(error).constraint === constraintName;
}

/** Whether the transaction was aborted for another one, so that it may be run again from the start. */
export function isSerializationFailure(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

/**
 * Whether the database refused the content of a statement (SQLSTATE classes 22 and 23). Nothing of it was
 * written.
 */
export function isRefusedByDatabase(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error));
}

const unavailable = [
  /^(ECONN|ENOTFOUND|ENOENT|EAI_|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/,
  /^08/, // connection exceptions
  /^28/, // the server lets nobody in by that name, or not with that password
  /^57P0[123]$/, // shutting down, crashed, starting up
  /^(57014|25P03)$/, // a time limit of the role ended the statement or the transaction
  /^53/, // out of connections, disk or memory
  /^(25006|UNWANTED_SERVER)$/, // a standby answered
  /^(CERT_|DEPTH_ZERO_|ERR_SSL_|ERR_TLS_|SELF_SIGNED_|UNABLE_TO_)/, // TLS with it fails
];
const unavailableMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'timeout expired',
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
];

/** Whether a statement got no answer in time, so that its connection is unusable. */
export function isAnswerMissing(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Whether the server may no longer write, so that a connection to it is of no use. */
export function isReadOnlyServer(error: unknown): error is Error {
  return codeOf(error) === '25006';
}

/**
 * Whether the database can't be reached. The outcome of a statement that fails this way is unknown: it may
 * have been committed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  const { message } = fieldsOf(error);
  const text = String(message);
  return (
    unavailable.some((pattern) => pattern.test(code)) ||
    unavailableMessages.some((beginning) => text.startsWith(beginning))
  );
}
