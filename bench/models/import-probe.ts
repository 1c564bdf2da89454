// What a server already holds when it meets this package, then what it loads of it at its start: prints the milliseconds.
import '@atelier/kernel';
import '@atelier/kernel/adapters';
import '@atelier/contracts';
import 'zod';

const began = performance.now();
await import('@atelier/models/lazy');
console.log(performance.now() - began);
