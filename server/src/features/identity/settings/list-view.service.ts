import type { ParsedInputOf } from '@stowage/contract/endpoint';
import { type changeListView, type createListView, LISTS, type ListName, type ListView, VIEWS_LIMIT } from '@stowage/contract/identity/list-views';
import { AppError } from '../../../platform/app-error.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import { withoutUndefined } from '../../../platform/commands/without-undefined.ts';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { type Caller, requirePermitted } from '../../../platform/http/caller.ts';
import { countViews, deleteView, findView, insertView, listViewsFor, type StoredView, updateView } from './list-view.repository.ts';

/** Named views of lists. A person sees their own and the shared ones; only the owner or an administrator changes a view. */
export function createListViews({ db }: { readonly db: DatabasePool }) {
  return {
    async list(caller: Caller, list: ListName): Promise<ListView[]> {
      requireList(caller, list);
      return (await listViewsFor(db, caller.userId, list)).map((view) => toShown(view, caller));
    },
    async create(caller: Caller, { list, ...content }: ParsedInputOf<typeof createListView>['body']): Promise<ListView> {
      requireList(caller, list);
      if ((await countViews(db, caller.userId, list)) >= VIEWS_LIMIT) {
        throw new AppError('rule_violated', `You have ${VIEWS_LIMIT} views of this list. Delete one first.`, { reason: 'too_many' });
      }
      const id = await insertView(db, caller.userId, list, content);
      if (id === undefined) throw nameTaken(content.name);
      return toShown(await requireView(db, caller, id), caller);
    },
    change(caller: Caller, id: number, { version, ...change }: ParsedInputOf<typeof changeListView>['body']): Promise<ListView> {
      return db.transaction().execute(async (tx) => {
        const view = await requireOwnView(tx, caller, id);
        requireVersion({ expected: version, current: view.version, of: 'this view' });
        const changed = { ...view, ...withoutUndefined(change) };
        if (!(await updateView(tx, changed))) throw nameTaken(changed.name);
        // The owner of a view that an administrator no longer shares still sees it; the administrator doesn't.
        const stored = await findView(tx, id);
        return toShown(stored ?? changed, caller);
      });
    },
    remove(caller: Caller, id: number): Promise<void> {
      return db.transaction().execute(async (tx) => {
        await requireOwnView(tx, caller, id);
        await deleteView(tx, id);
      });
    },
  };
}

export type ListViews = ReturnType<typeof createListViews>;

function requireList(caller: Caller, list: ListName): void {
  requirePermitted(caller.roles, LISTS[list]);
}

/** Another person's private view is as good as absent, for administrators too. */
async function requireView(db: Database, caller: Caller, id: number, lock = false): Promise<StoredView> {
  const view = await findView(db, id, lock);
  if (view === undefined || !(view.is_shared || view.owner_id === caller.userId)) throw new AppError('not_found', 'There is no such view');
  requireList(caller, view.list);
  return view;
}

async function requireOwnView(db: Database, caller: Caller, id: number): Promise<StoredView> {
  const view = await requireView(db, caller, id, true);
  if (!mayChange(view, caller)) throw new AppError('forbidden', `Only ${view.owner} or an administrator changes this view`);
  return view;
}

function mayChange({ owner_id }: StoredView, { userId, roles }: Caller): boolean {
  return owner_id === userId || roles.includes('ROLE_ADMIN');
}

function toShown({ owner_id, ...view }: StoredView, caller: Caller): ListView {
  return { ...view, is_own: owner_id === caller.userId, may_change: mayChange({ owner_id, ...view }, caller) };
}

function nameTaken(name: string): AppError {
  return new AppError('conflict', `There is already a view with the name ${name}`, { reason: 'name_taken' });
}
