// A TCP proxy before PostgreSQL that parses the protocol: it can cut the connection before or
// inside any message, stop forwarding, or forward to another server.

import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

export interface Cut {
  /** The sender of the message. */
  readonly from: 'client' | 'server';
  /**
   * Index of the message, counted from 0 when the cut is set, or a text that the message contains.
   */
  readonly at: number | string;
  /** True when half of the message still arrives. */
  readonly isHalf?: boolean;
  /** True when the sender loses its connection, and `deliver` sends the message later. */
  readonly isHeld?: boolean;
}

export interface Wire {
  readonly url: string;
  /** Sets one cut and starts counting messages. */
  cut(cut: Cut): void;
  /** Delivers the held message to the server; resolves when the server has processed it. */
  deliver(): Promise<void>;
  /** Returns true while the cut has not happened. */
  isArmed(): boolean;
  /** Returns the number of messages of each side since `cut` or `count` was called. */
  countMessages(): { readonly client: number; readonly server: number };
  /** Stops forwarding data and the ends of connections, or forwards again on new connections. */
  setSilent(isSilent: boolean): void;
  /** Refuses all connections, or accepts them again. */
  setClosed(isClosed: boolean): void;
  /** Forwards new connections to another server and closes the open ones. */
  forwardTo(url: string): void;
  end(): void;
}

/** Starts a proxy before a server. */
export async function openWire(url: string): Promise<Wire> {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  let armed: Cut | null = null;
  let [isClosed, isSilent] = [false, false];
  let seen = { client: 0, server: 0 };
  let deliverHeld: (() => Promise<void>) | null = null;

  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  /** Forwards messages one by one. */
  function forwardMessages(
    from: Cut['from'],
    to: Socket,
    end: () => void,
    hold: (late: Buffer) => void,
  ) {
    const next = createSplitter(from === 'client');
    return (chunk: Buffer) => {
      const messages = next(chunk);
      for (const [index, message] of messages.entries()) {
        if (isSilent) return;
        const messageNumber = seen[from]++;
        const isCutMessage =
          armed?.from === from &&
          (typeof armed.at === 'number' ? messageNumber === armed.at : message.includes(armed.at));
        if (isCutMessage && armed?.isHeld) {
          armed = null;
          hold(Buffer.concat(messages.slice(index)));
          return;
        }
        if (isCutMessage) {
          if (armed?.isHalf) to.write(message.subarray(0, Math.ceil(message.length / 2)));
          armed = null;
          // Messages passed on before are sent first.
          to.end();
          setImmediate(end);
          return;
        }
        to.write(message);
      }
    };
  }

  const server = createServer((near) => {
    if (isClosed) {
      near.destroy();
      return;
    }
    const far = dial(Number(target.port), target.hostname);
    const both = [near, far];
    let isHeld = false;
    const end = () => {
      near.destroy();
      if (!isHeld) far.destroy();
    };
    const hold = (late: Buffer) => {
      isHeld = true;
      near.destroy();
      deliverHeld = async () => {
        const closed = once(far, 'close');
        far.resume().end(late);
        await closed;
      };
    };
    for (const socket of both) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => !isSilent && end());
      socket.on('close', () => {
        sockets.delete(socket);
        if (!isSilent) end();
      });
    }
    near.on('data', forwardMessages('client', far, end, hold));
    far.on('data', forwardMessages('server', near, end, hold));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ownUrl = new URL(url);
  ownUrl.port = String((server.address() as AddressInfo).port);
  return {
    url: ownUrl.href,
    cut(cut) {
      armed = cut;
      seen = { client: 0, server: 0 };
    },
    deliver: async () => void (await deliverHeld?.()),
    isArmed: () => armed !== null,
    countMessages() {
      const counted = seen;
      seen = { client: 0, server: 0 };
      return counted;
    },
    setSilent(isOn) {
      isSilent = isOn;
      if (!isOn) endAll();
    },
    setClosed(isOn) {
      isClosed = isOn;
      if (isOn) endAll();
    },
    forwardTo(other) {
      target = new URL(other);
      endAll();
    },
    end() {
      server.close();
      endAll();
    },
  };
}

/** Splits incoming bytes into messages. Only the first message of a client has no type letter. */
function createSplitter(isOfClient: boolean): (chunk: Buffer) => Buffer[] {
  let unread: Buffer = Buffer.alloc(0);
  let typeLength = isOfClient ? 0 : 1;
  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      if (unread.length < typeLength + 4) return messages;
      const length = typeLength + unread.readInt32BE(typeLength);
      if (unread.length < length) return messages;
      messages.push(unread.subarray(0, length));
      unread = unread.subarray(length);
      typeLength = 1;
    }
  };
}
