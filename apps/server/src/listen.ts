import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { err, ok, type Result } from '@atelier/kernel/core';
import { findPortHolder, type PortHolder } from './installation/port-holder.ts';

export type ListenRefused =
  | { readonly code: 'PORT_TAKEN'; readonly port: number; readonly holder?: PortHolder }
  | { readonly code: 'PORT_FORBIDDEN'; readonly port: number }
  | { readonly code: 'ADDRESS_UNUSABLE'; readonly address: string };

/** On loopback nobody else on the network can reach it. Answers with the port, which `0` leaves to the system. */
export const listen = (server: Server, port: number, host = '127.0.0.1'): Promise<Result<number, ListenRefused>> =>
  new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EADDRINUSE') {
        findPortHolder(port).then(
          (holder) => resolve(err({ code: 'PORT_TAKEN', port, ...(holder && { holder }) })),
          reject,
        );
      } else if (cause.code === 'EACCES') resolve(err({ code: 'PORT_FORBIDDEN', port }));
      else if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND')
        resolve(err({ code: 'ADDRESS_UNUSABLE', address: host }));
      else reject(cause);
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve(ok((server.address() as AddressInfo).port));
    });
  });
