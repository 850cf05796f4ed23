# A container image of the generate-document function with LibreOffice as its PDF engine, for templates whose scripts
# the embedded engine does not join (docs/pdf.md). Build it from the root of the repository:
#
#   docker build -f infra/libreoffice.Dockerfile -t platen-generate-document .
#
# Measured on two cores: 1.4 s until LibreOffice is ready, then 70 ms a letter, 230 MB. Give the function 1,769 MB (one
# whole core) and a timeout of 60 s.

FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev
COPY . /platen
WORKDIR /platen
RUN cargo build --profile function --locked --bin generate-document --bin convert-pdf

FROM debian:bookworm-slim
# The core fonts with the widths of Office's, and Noto for the scripts of the world.
RUN apt-get update \
    && apt-get install -y --no-install-recommends libreoffice-writer-nogui \
        fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea fonts-noto-core fonts-noto-cjk \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /platen/target/function/generate-document /var/runtime/bootstrap
COPY --from=build /platen/target/function/convert-pdf /var/runtime/
# Lambda mounts everything but /tmp read-only; LibreOffice's profile and the documents are made there.
ENV PDF_ENGINE=libreoffice
# Lambda runs images as a user of its own; elsewhere this one has no rights either.
USER 1000
ENTRYPOINT ["/var/runtime/bootstrap"]
