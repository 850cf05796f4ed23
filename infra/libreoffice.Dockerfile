# A container image of a function with LibreOffice as its PDF engine, for templates whose scripts the embedded engine does
# not join (docs/pdf.md). Two functions make PDFs; build an image of each from the root of the repository, and give both to
# the deployment as OfficeDocumentImage and OfficeChunkImage:
#
#   docker build --platform linux/amd64 -f infra/libreoffice.Dockerfile --build-arg FUNCTION=generate-document -t office:document .
#   docker build --platform linux/amd64 -f infra/libreoffice.Dockerfile --build-arg FUNCTION=render-chunk -t office:chunk .
#
# Measured on two cores: 1.4 s until LibreOffice is ready, then 70 ms a letter, 230 MB. Give the functions 3,008 MB
# (DocumentMemory, RenderMemory).

FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev
COPY . /platen
WORKDIR /platen
ARG FUNCTION=generate-document
RUN cargo build --profile function --locked --bin $FUNCTION --bin convert-pdf && mv target/function/$FUNCTION bootstrap

FROM debian:bookworm-slim
# The core fonts with the widths of Office's, and Noto for the scripts of the world.
RUN apt-get update \
    && apt-get install -y --no-install-recommends libreoffice-writer-nogui \
        fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea fonts-noto-core fonts-noto-cjk \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /platen/bootstrap /var/runtime/bootstrap
COPY --from=build /platen/target/function/convert-pdf /var/runtime/
# Lambda mounts everything but /tmp read-only; LibreOffice's profile and the documents are made there.
ENV PDF_ENGINE=libreoffice
# Lambda runs images as a user of its own; elsewhere this one has no rights either.
USER 1000
ENTRYPOINT ["/var/runtime/bootstrap"]
