import { runProcess } from './run-process.ts';
import { serve } from './serve.ts';

runProcess(() => serve());
