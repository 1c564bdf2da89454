import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A self-signed certificate for loopback servers that answer under other hosts' names. Tests trust it by name, nothing else does. */
export const createCertificate = (hosts: readonly string[]): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
  const name = sequence(set(sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from('loopback double')))));
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time('20200101000000Z'), time('20991231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(alternativeNames(hosts), authority())),
  );
  return {
    key: pemOf(privateKey),
    cert: pem('CERTIFICATE', sequence(body, algorithm, bits(signed(body, privateKey)))),
  };
};

const alternativeNames = (hosts: readonly string[]) =>
  sequence(oid('2.5.29.17'), tagged(0x04, sequence(...hosts.map((host) => tagged(0x82, Buffer.from(host))))));
const authority = () => sequence(oid('2.5.29.19'), tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))));

const signed = (body: Buffer, key: KeyObject) => createSign('sha256').update(body).sign(key);
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const pem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

// DER, as much of it as a certificate needs.
const tagged = (tag: number, ...content: readonly Buffer[]): Buffer => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(bytes.length), bytes]);
};
const lengthOf = (length: number): Buffer => {
  if (length < 0x80) return Buffer.from([length]);
  const digits = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.from([0x80 | digits.length, ...digits]);
};
const sequence = (...content: readonly Buffer[]) => tagged(0x30, ...content);
const set = (...content: readonly Buffer[]) => tagged(0x31, ...content);
const integer = (value: number) => tagged(0x02, Buffer.from([value]));
const bits = (bytes: Buffer) => tagged(0x03, Buffer.concat([Buffer.from([0]), bytes]));
const time = (text: string) => tagged(0x18, Buffer.from(text));
const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
};
const base128 = (value: number): number[] => {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift(0x80 | (rest & 0x7f));
  return digits;
};
