import * as templates from '@stowage/contract/cases/case-templates';
import { listClaimWindows, saveClaimWindow } from '@stowage/contract/cases/claim-windows';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import { requireSeen } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import { route } from '../../../platform/http/route.ts';
import { listWindows, lockWindow, saveWindow } from '../claims/claim-window.repository.ts';
import { deleteTemplate, listTemplates, lockTemplate, saveTemplate } from '../templates/case-template.repository.ts';

const read = { permission: 'cases.read' } as const;
const manageTemplates = { permission: 'case-templates.manage' } as const;

export function caseSettingsRoutes(app: FastifyInstance, { db, clock }: Pick<Context, 'db' | 'clock'>): void {
  route(app, templates.listCaseTemplates, read, () => listTemplates(db));
  route(app, templates.saveCaseTemplate, manageTemplates, ({ params, body }, { caller }) => {
    const [unknown] = [body.subject_template, body.body_template].flatMap(templates.unknownPlaceholders);
    if (unknown !== undefined) {
      throw new AppError('invalid_input', `{{${unknown}}} is not a placeholder. Use ${templates.PLACEHOLDER_NAMES.join(', ')}`, {
        reason: 'unknown_placeholder',
      });
    }
    const { seen, ...texts } = body;
    const template = { template_key: params.key, ...texts };
    return db.transaction().execute(async (tx) => {
      requireSeen({ seen, before: await lockTemplate(tx, params.key), after: template, of: 'this template' });
      return saveTemplate(tx, template, { actorId: caller.userId, now: clock.now() });
    });
  });
  route(app, templates.deleteCaseTemplate, manageTemplates, async ({ params }) => {
    if (!(await deleteTemplate(db, params.key))) throw new AppError('not_found', 'Template not found');
    return { success: true };
  });

  route(app, listClaimWindows, read, () => listWindows(db));
  route(app, saveClaimWindow, { permission: 'settings.manage' }, async ({ body: { seen, ...window } }) => ({
    changedCases: await db.transaction().execute(async (tx) => {
      requireSeen({ seen, before: await lockWindow(tx, window), after: window, of: 'this window' });
      return saveWindow(tx, window);
    }),
  }));
}
