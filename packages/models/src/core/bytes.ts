const encoder = new TextEncoder();

export const byteLength = (text: string): number => encoder.encode(text).length;
