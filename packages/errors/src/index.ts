export { AppError, fromWire, invalidField, toWire } from './app-error.js';
export type { ErrorExtras, ErrorOnTheWire, FieldError } from './app-error.js';
export { errorCodes, errorKinds, isErrorCode } from './codes.js';
export type { ErrorCode, ErrorKind } from './codes.js';
