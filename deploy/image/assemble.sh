#!/bin/sh
# assemble.sh SOURCE TARGET: puts what a running process needs into TARGET, with its packages for this machine alone and
# the list of all of them (sbom.cdx.json). Needs Bun. The image's build runs it, and so does its test.
set -eu
source=$1
target=$2
mkdir -p "$target"
for name in package.json bun.lock patches accounts activities admin api composition contracts development dictation \
  formatting notes platform speech web webhooks worker workflows; do
  if [ -e "$source/$name" ]; then cp -R "$source/$name" "$target/"; fi
done
cd "$target"
bun install --production --frozen-lockfile
bun web/build/main.ts
# The root may be read-only when it runs, so the bundles of the workflows, without and with encryption, are cached now.
bun -e 'const { bundleWorkflows, FAILURE_CONVERTER_PATH: failureConverterPath } = await import("./platform/temporal/worker.ts");
await bundleWorkflows(); await bundleWorkflows({ dataConverter: { failureConverterPath } });'
bun "$source/deploy/image/sbom.ts" > sbom.cdx.json
bun development/slim.ts --image
rm -rf patches
