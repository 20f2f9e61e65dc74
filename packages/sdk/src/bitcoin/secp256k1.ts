// Verification handles nothing secret, so it may take a time that depends on its numbers.

const p = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn;
const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const generator: Point = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  1n,
];

/** Jacobian coordinates (SEC 1; x / z², y / z³). With z = 0 it is the point at infinity. */
type Point = readonly [x: bigint, y: bigint, z: bigint];

/**
 * Whether r and s are an ECDSA signature of the 32 bytes under the compressed public key (SEC 1, 33 bytes). A high s
 * is none (BIP-146).
 */
export function isEcdsaSignature(
  publicKey: Uint8Array,
  hash: Uint8Array,
  { r, s }: { readonly r: bigint; readonly s: bigint },
): boolean {
  const key = decompressed(publicKey);
  if (!key || r < 1n || r >= n || s < 1n || s > n / 2n) return false;
  const inverse = power(s, n - 2n, n);
  const [x, , z] = sumOfProducts(mod(number(hash) * inverse, n), mod(r * inverse, n), key);
  return z !== 0n && mod(x * power(z * z, p - 2n, p), p) % n === r;
}

export function number(bigEndian: Uint8Array): bigint {
  return bigEndian.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function decompressed(publicKey: Uint8Array): Point | undefined {
  const [prefix] = publicKey;
  const x = number(publicKey.subarray(1));
  if (publicKey.length !== 33 || (prefix !== 2 && prefix !== 3) || x >= p) return undefined;
  const square = mod(x ** 3n + 7n, p);
  const root = power(square, (p + 1n) / 4n, p);
  if (mod(root * root, p) !== square) return undefined;
  return [x, (root & 1n) === BigInt(prefix & 1) ? root : p - root, 1n];
}

/** generator * a + key * b, bit by bit for both at once. */
function sumOfProducts(a: bigint, b: bigint, key: Point): Point {
  const both = add(generator, key);
  let sum: Point = [1n, 1n, 0n];
  for (let bit = 255n; bit >= 0n; bit -= 1n) {
    sum = double(sum);
    const [inA, inB] = [(a >> bit) & 1n, (b >> bit) & 1n];
    if (inA || inB) sum = add(sum, inA && inB ? both : inA ? generator : key);
  }
  return sum;
}

function double([x, y, z]: Point): Point {
  const yy = mod(y * y, p);
  const d = mod(4n * x * yy, p);
  const e = mod(3n * x * x, p);
  const x3 = mod(e * e - 2n * d, p);
  return [x3, mod(e * (d - x3) - 8n * yy * yy, p), mod(2n * y * z, p)];
}

function add(left: Point, right: Point): Point {
  const [x1, y1, z1] = left;
  const [x2, y2, z2] = right;
  if (z1 === 0n) return right;
  if (z2 === 0n) return left;
  const [zz1, zz2] = [mod(z1 * z1, p), mod(z2 * z2, p)];
  const [u1, s1] = [mod(x1 * zz2, p), mod(y1 * zz2 * z2, p)];
  const [h, r] = [mod(x2 * zz1 - u1, p), mod(y2 * zz1 * z1 - s1, p)];
  if (h === 0n) return r === 0n ? double(left) : [1n, 1n, 0n];
  const hh = mod(h * h, p);
  const [hhh, v] = [mod(h * hh, p), mod(u1 * hh, p)];
  const x3 = mod(r * r - hhh - 2n * v, p);
  return [x3, mod(r * (v - x3) - s1 * hhh, p), mod(h * z1 * z2, p)];
}

function mod(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let square = mod(base, modulus); exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = mod(result * square, modulus);
    square = mod(square * square, modulus);
  }
  return result;
}
