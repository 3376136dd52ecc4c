/**
 * The AWS SDK announces on Node 20 that its versions from 2027 on need a later one. Stowage is installed with the version that it
 * was tested with, so the announcement would only worry the person at the terminal. Import this before the SDK.
 */
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
