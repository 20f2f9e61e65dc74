/** Which lifetime rule a token is under: that of operation tokens on the Core interface (5 minutes), or the application's setting. */
export type TokenUse = 'core' | 'express';
