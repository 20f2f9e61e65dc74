/**
 * PEM. Both sides present a certificate of the same private authority. The name that counts is the
 * certificate's DNS SAN.
 */
export type Tls = { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer };
