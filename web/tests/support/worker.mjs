// Runs a module as a browser runs a worker: with `self`, which gets and posts messages.
import { parentPort, workerData } from 'node:worker_threads';

globalThis.self = globalThis;
self.postMessage = (message) => parentPort.postMessage(message);
parentPort.on('message', (data) => self.onmessage({ data }));
await import(workerData);
