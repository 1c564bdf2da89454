// What a server already holds when it meets this package, then the package itself: prints its milliseconds.
import '@atelier/kernel';
import '@atelier/kernel/adapters';
import '@atelier/contracts';
import 'zod';

const began = performance.now();
await import('@atelier/models');
console.log(performance.now() - began);
