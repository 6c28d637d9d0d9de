/** Bytes in the type that the Web Crypto API accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

const WORDS = 1n << 64n;
const OUTCOMES = 1_000_000n;

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** The bytes of hexadecimal digits. */
export const bytesOf = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

/** The SHA-256 digest of a text, in hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** HMAC-SHA-256 of a text with the seed as its key. */
const hmac = async (key: CryptoKey, text: string) => new DataView(await crypto.subtle.sign("HMAC", key, utf8(text)));

/** The number from 0 to 999,999 that a play draws; 64-bit words that would introduce a bias are skipped. */
export async function draw(key: CryptoKey, number: number, playerSeed: string): Promise<bigint> {
  const fair = WORDS - (WORDS % OUTCOMES);
  for (let attempt = 0; ; attempt += 1) {
    const digest = await hmac(key, `draw\n${number}\n${playerSeed}${attempt === 0 ? "" : `\n${attempt}`}`);
    for (let place = 0; place < 32; place += 8) {
      const word = digest.getBigUint64(place);
      if (word < fair) {
        return word % OUTCOMES;
      }
    }
  }
}

/** The 64-bit number that belongs to a name, such as that of a winning moment. */
export const fraction = async (key: CryptoKey, ...name: string[]) => (await hmac(key, name.join("\n"))).getBigUint64(0);
