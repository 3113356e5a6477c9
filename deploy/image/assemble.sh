#!/bin/sh
# assemble.sh SOURCE TARGET: copies the files that a process needs to TARGET, with the packages for this platform and a
# list of them (sbom.cdx.json). Requires Bun. The image build and its test run it.
set -eu
source=$1
target=$2
mkdir -p "$target"
for name in package.json bun.lock patches accounts activities admin api composition contracts development dictation \
  formatting notes platform speech web webhooks worker workflows; do
  if [ -e "$source/$name" ]; then cp -R "$source/$name" "$target/"; fi
done
mkdir -p "$target/docs"
cp -R "$source/docs/receivers" "$target/docs/" # the web app shows them
cd "$target"
bun install --production --frozen-lockfile
bun web/build/main.ts
# The root may be read-only when it runs, so the bundles of the workflows, without and with encryption, are cached now.
bun -e 'const { bundleWorkflows, FAILURE_CONVERTER_PATH: failureConverterPath } = await import("./platform/temporal/workflow-bundle.ts");
await bundleWorkflows(); await bundleWorkflows({ dataConverter: { failureConverterPath } });'
bun "$source/deploy/image/sbom.ts" > sbom.cdx.json
bun development/slim.ts --image
rm -rf patches docs
