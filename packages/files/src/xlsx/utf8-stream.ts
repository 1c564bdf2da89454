/** Sheets are scanned as UTF-8; the few written in UTF-16 are turned on the way in. */
export async function* asUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let first = true;
  for await (const chunk of source) {
    if (first) {
      decoder = utf16Decoder(chunk);
      first = false;
    }
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8') : chunk;
  }
}

const utf16Decoder = (chunk: Buffer): InstanceType<typeof TextDecoder> | undefined => {
  const [a, b] = chunk;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return new TextDecoder('utf-16le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return new TextDecoder('utf-16be');
  return undefined;
};
