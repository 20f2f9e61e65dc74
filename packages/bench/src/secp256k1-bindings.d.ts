/** The package's own entry falls back to JavaScript silently. This one throws where there is no machine code. */
declare module 'secp256k1/bindings.js' {
  const bindings: {
    readonly ecdsaSign: (digest: Uint8Array, key: Uint8Array) => { signature: Uint8Array; recid: number };
  };
  export default bindings;
}
