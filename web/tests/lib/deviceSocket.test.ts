// @vitest-environment jsdom
// A connection to a game on this device: what the table hears, and that it ends when the engine does.
import { beforeEach, expect, it, vi } from 'vitest';
import { DeviceSocket } from '../../src/lib/deviceSocket';

interface Listener {
  hear: (message: string) => void;
  lost: () => void;
}
const engine = vi.hoisted(() => ({
  status: 'ready',
  connect: vi.fn(),
  submit: vi.fn(),
  disconnect: vi.fn(),
  request: vi.fn(),
}));
const stored = vi.hoisted(() => vi.fn());
vi.mock('../../src/lib/localShelf', () => ({ isStored: stored }));
const canRun = vi.hoisted(() => vi.fn());
vi.mock('../../src/lib/site', async (original) => ({ ...(await original<object>()), canRun }));
vi.mock('../../src/lib/host.svelte', async (original) => ({
  ...(await original<object>()),
  device: () => Promise.resolve({ engine }),
}));

let listener: Listener;
let heard: string[];
let closed: number[];

function connect(): DeviceSocket {
  const socket = new DeviceSocket('local-a', 5);
  socket.onmessage = ({ data }) => heard.push(data);
  socket.onclose = ({ code }) => closed.push(code);
  return socket;
}

beforeEach(() => {
  [heard, closed] = [[], []];
  vi.clearAllMocks();
  engine.status = 'ready';
  canRun.mockReturnValue(true);
  engine.connect.mockImplementation((_game: string, _since: number, given: Listener) => {
    listener = given;
    return Promise.resolve(7);
  });
  engine.submit.mockResolvedValue('the answer');
});
const connected = () => vi.waitFor(() => expect(engine.connect).toHaveBeenCalledOnce());

it('is open when the first message has come', async () => {
  const socket = connect();
  expect(socket.readyState).toBe(WebSocket.CONNECTING);
  await connected();
  expect(engine.connect).toHaveBeenCalledWith('local-a', 5, expect.anything());
  listener.hear('state');
  expect([heard, socket.readyState]).toEqual([['state'], WebSocket.OPEN]);
});

it('a step that is sent before the connection stands goes out when it does, and its answer is heard', async () => {
  connect().send('step');
  await vi.waitFor(() => expect(heard).toEqual(['the answer']));
  expect(engine.submit).toHaveBeenCalledWith(7, 'step');
});

it('ends once when the engine is lost, and then disconnects nobody', async () => {
  const socket = connect();
  await connected();
  listener.hear('state');
  listener.lost();
  expect([closed, socket.readyState]).toEqual([[1011], WebSocket.CLOSED]);
  socket.close(); // number 7 may belong to a new connection by now
  await Promise.resolve();
  expect(engine.disconnect).not.toHaveBeenCalled();
  listener.hear('late');
  expect([heard, closed]).toEqual([['state'], [1011]]);
});

it('ends when a step cannot be handed over', async () => {
  engine.submit.mockRejectedValue(new Error('crashed'));
  connect().send('step');
  await vi.waitFor(() => expect(closed).toEqual([1011]));
});

it('tells the engine when the table is left, and hears nothing more', async () => {
  const socket = connect();
  await connected();
  listener.hear('state');
  socket.close();
  listener.hear('late');
  await vi.waitFor(() => expect(engine.disconnect).toHaveBeenCalledWith(7));
  expect([heard, closed]).toEqual([['state'], []]);
});

it('says why a game cannot be opened, as a server would', async () => {
  engine.connect.mockRejectedValue(new Error('refused'));
  const error = { code: 'no-game', text: 'There is no game at this address.', rule: '' };
  engine.request.mockResolvedValue({ status: 404, said: { error } });
  connect();
  await vi.waitFor(() => expect(closed).toEqual([1011]));
  expect(heard.map((one) => JSON.parse(one))).toEqual([{ type: 'error', error }]);
});

it('an engine that never started is not asked why', async () => {
  engine.connect.mockRejectedValue(new Error('no engine'));
  engine.status = 'failed';
  connect();
  await vi.waitFor(() => expect(closed).toEqual([1011]));
  expect(engine.request).not.toHaveBeenCalled();
});

it('says that there is no such game without starting the engine', async () => {
  engine.status = 'off';
  stored.mockResolvedValue(false);
  connect();
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  expect(JSON.parse(heard[0])).toMatchObject({ type: 'error', error: { code: 'no-game' } });
  expect(engine.connect).not.toHaveBeenCalled();
});

it.each([true, null])('starts the engine if the game is stored or nobody knows: %s', async (found) => {
  engine.status = 'off';
  stored.mockResolvedValue(found);
  connect();
  await connected();
});

it('lets the engine say first that the browser cannot run it', async () => {
  engine.status = 'off';
  canRun.mockReturnValue(false);
  stored.mockResolvedValue(false);
  connect();
  await connected();
});
