import type { Context } from '../../platform/context.ts';
import { addPartitionsTask } from './add-partitions.task.ts';

export const createArchives = (deps: Pick<Context, 'db' | 'logger'>) => ({ tasks: [addPartitionsTask(deps)] });
