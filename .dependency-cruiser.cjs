/**
 * The allowed directions of imports. This file documents the architecture, and `npm run check` enforces it.
 *
 *   web:     app -> features -> shared -> { api, ui } -> contract
 *   server:  main, worker, cli -> features -> integrations -> platform -> contract
 *            inside a feature: routes, task -> service -> repository | read-model | rules
 *
 * `scripts/checks/architecture.test.ts` injects one forbidden import per rule and expects each to be found.
 */
/** The entry of an area. Filing documents has its own: documents read from the areas that file them. */
const DOOR = '^server/src/features/([^/]+|documents/filing|spreadsheets/kinds)/index\\.ts$';
/** The demo data and tests seed and inspect rows that no use case writes or reads. */
const BACK_DOOR = '^server/src/features/[^/]+/internals\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-is-a-leaf',
      comment:
        'The contract depends on neither browser nor server, and on no package but zod, and bidi-js for the order of letters. It reads the version from package.json.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/src/', 'node_modules/(zod|bidi-js)/', '^package\\.json$'] },
    },
    {
      name: 'server-and-web-never-meet',
      comment: 'Browser and server share only the contract.',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: '^$1/' },
    },
    {
      name: 'web-features-are-islands',
      comment: 'The app composes features. A feature knows neither other features nor the app.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/(features|app)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'ui-and-api-know-no-feature',
      comment: 'Widgets know no query and no feature; the API layer knows no widget and no feature.',
      severity: 'error',
      from: { path: '^web/src/(ui|api)/' },
      to: { path: '^web/src/', pathNot: '^web/src/$1/' },
    },
    {
      name: 'ui-knows-no-router-and-no-query',
      comment:
        'A widget gets its data and its links from the screen that uses it, so that every screen can use it and a test needs neither address nor server.',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: 'node_modules/@tanstack/(react-router|react-query)/' },
    },
    {
      name: 'shared-serves-several-features',
      comment: 'Shared parts of the page know no feature and not the app. `scripts/checks/shared-files.test.ts` checks that several features use each of them.',
      severity: 'error',
      from: { path: '^web/src/shared/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/', pathNot: '^web/src/(shared|api|ui)/' },
    },
    {
      name: 'feature-only-through-its-door',
      comment: 'Other features use a server feature through its index.ts.',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/' },
      to: { path: '^server/src/features/', pathNot: [DOOR, BACK_DOOR, '^server/src/features/$1/'] },
    },
    {
      name: 'composition-only-through-the-door',
      comment: 'The application, the commands and the demo put areas together by what these offer, so that an area can change its files without them.',
      severity: 'error',
      from: { path: '^server/(src|test)/', pathNot: '^server/src/features/' },
      to: { path: '^server/src/features/', pathNot: [DOOR, BACK_DOOR] },
    },
    {
      name: 'back-door-for-demo-and-tests',
      comment: 'What internals.ts exports skips the checks of use cases, so the product may not use it.',
      severity: 'error',
      from: { pathNot: ['^server/(src/demo|test)/', '\\.test\\.ts$', '^bench/'] },
      to: { path: BACK_DOOR },
    },
    {
      name: 'doors-open-to-use-cases',
      comment: 'An area offers services, tasks and SQL conditions, never repositories or read models.',
      severity: 'error',
      from: { path: DOOR },
      to: { path: '\\.(repository|read-model)\\.ts$' },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'Every feature builds on the platform: a platform that knew one of them could not be understood or changed without it.',
      severity: 'error',
      from: { path: '^server/src/platform/' },
      to: { path: '^server/src/', pathNot: '^server/src/platform/' },
    },
    {
      name: 'platform-knows-no-business',
      comment: 'Of the contract, the platform uses what all areas share: endpoints, topics, permissions, errors and formats.',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^contract/src/[^/]+/', pathNot: '^contract/src/formats/' },
    },
    {
      name: 'integrations-know-no-feature',
      comment: 'An integration translates for an outside system. What its data means is decided by the features that call it.',
      severity: 'error',
      from: { path: '^server/src/integrations/' },
      to: { path: '^server/src/', pathNot: '^server/src/(platform|integrations)/' },
    },
    {
      name: 'sql-only-in-repositories',
      comment:
        'Repositories and read models hold all SQL; other files only pass the database on. A condition is a part of a query that says what a state of a record means, so that several areas read it in the same way; it executes nothing.',
      severity: 'error',
      from: {
        path: '^server/src/features/',
        pathNot: '\\.(repository|read-model|condition|test)\\.ts$',
      },
      to: { path: 'node_modules/(kysely|pg)/' },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules are pure functions: no database, clock, network or service. Of the platform they may use pure helpers and the error class.',
      severity: 'error',
      from: { path: '\\.rules\\.ts$' },
      to: { pathNot: ['^contract/src/', '\\.rules\\.ts$', '^server/src/platform/(app-error|formats/[^/]+)\\.ts$'] },
    },
    {
      name: 'marketplace-only-in-its-integration',
      comment: 'Only one folder knows the wire format of the marketplace.',
      severity: 'error',
      from: { pathNot: '^server/src/integrations/marketplace/' },
      to: { path: '(^|node_modules/)@sp-api-sdk/' },
    },
    {
      name: 'simulator-stands-alone',
      comment: 'A simulator that shared our code would share our mistakes.',
      severity: 'error',
      from: { path: '^simulator/' },
      to: { path: '^(contract|server|web)/' },
    },
    {
      name: 'only-tests-know-the-simulator',
      comment: 'The product reaches the simulator only by its address, like the real marketplace.',
      severity: 'error',
      from: { path: '^(contract|server/src|web)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^simulator/' },
    },
    {
      name: 'no-cycles',
      comment: 'Files that import each other can only be read together, and one of them runs before what it needs.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports is deleted.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '\\.config\\.ts$', '\\.test\\.tsx?$', '^(scripts|bench|e2e)/'],
      },
      to: {},
    },
    {
      name: 'not-to-test',
      comment: 'A file that imports a test would run it again. Parts that several tests share have files of their own.',
      severity: 'error',
      from: { pathNot: '\\.(test|e2e)\\.tsx?$' },
      to: { path: '\\.(test|e2e)\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(server|web)/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'], extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
