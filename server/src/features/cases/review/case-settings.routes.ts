import * as templates from '@stowage/contract/cases/case-templates';
import { listClaimWindows, saveClaimWindow } from '@stowage/contract/cases/claim-windows';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { route } from '../../../platform/http/route.ts';
import { listWindows, saveWindow } from '../claims/claim-window.repository.ts';
import { deleteTemplate, listTemplates, saveTemplate } from '../templates/case-template.repository.ts';

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
    return saveTemplate(db, { template_key: params.key, ...body }, { actorId: caller.userId, now: clock.now() });
  });
  route(app, templates.deleteCaseTemplate, manageTemplates, async ({ params }) => {
    if (!(await deleteTemplate(db, params.key))) throw new AppError('not_found', 'Template not found');
    return { success: true };
  });

  route(app, listClaimWindows, read, () => listWindows(db));
  route(app, saveClaimWindow, { permission: 'settings.manage' }, async ({ body }) => ({
    changedCases: await db.transaction().execute((tx) => saveWindow(tx, body)),
  }));
}
