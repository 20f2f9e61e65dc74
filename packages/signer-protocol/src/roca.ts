const primes = [
  3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107,
  109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
];
const generator = 65537;

/** For each prime the possible residues of a weak modulus: the powers of 65537. */
const residues = primes.map((prime) => {
  const powers = new Set<number>();
  for (let power = 1; !powers.has(power); power = (power * generator) % prime) powers.add(power);
  return powers;
});

/** The first eleven primes clear nearly every sound modulus, so a modulus is divided once. */
const first = 11;
const productOf = (some: readonly number[]) => some.reduce((product, prime) => product * BigInt(prime), 1n);
const parts = [primes.slice(0, first), primes.slice(first)].map((some, index) => ({
  product: productOf(some),
  primes: some.map((prime, at) => [BigInt(prime), residues[index * first + at]] as const),
}));

/**
 * Whether an RSA modulus (big-endian) has the mark of the ROCA flaw (CVE-2017-15361), which makes such keys
 * factorable: modulo each of these primes it is a power of 65537. A sound modulus is taken for weak with a
 * probability below 2^-27.
 */
export function looksLikeRoca(modulus: Uint8Array): boolean {
  const number = BigInt(`0x0${Buffer.from(modulus).toString('hex')}`);
  return parts.every(({ product, primes: some }) => {
    const rest = number % product;
    return some.every(([prime, powers]) => powers?.has(Number(rest % prime)) === true);
  });
}
