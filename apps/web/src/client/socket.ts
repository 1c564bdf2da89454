/** What the event connection needs of a WebSocket, so that its rules can be tested without one. */
export type Socket = { readonly send: (text: string) => void; readonly close: () => void };

export type SocketHandlers = {
  readonly opened: () => void;
  readonly received: (text: string) => void;
  /** Once, whether it was ever open or not. */
  readonly closed: () => void;
};

export type OpenSocket = (handlers: SocketHandlers) => Socket;

export const openBrowserSocket =
  (url: string): OpenSocket =>
  (handlers) => {
    const socket = new WebSocket(url);
    socket.addEventListener('open', handlers.opened);
    socket.addEventListener('message', ({ data }) => handlers.received(String(data)));
    socket.addEventListener('close', handlers.closed);
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  };
