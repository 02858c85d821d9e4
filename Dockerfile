# DocDuel as an image: mvn package -DskipTests, then docker build -t docduel .
#   mkdir -m 777 results; docker run --rm -v "$PWD/results:/docduel/results" docduel insert -p payload=4KB
ARG BASE=eclipse-temurin:21-jdk
FROM $BASE
ADD dist/target/docduel-*-linux-*.tar.gz /opt/
RUN ln -s /opt/docduel-*/bin/docduel /usr/local/bin/docduel \
  && mkdir -m 1777 /docduel /docduel/results
WORKDIR /docduel
# PostgreSQL refuses root, and a user without a name.
USER 65534:65534
ENV HOME=/tmp
ENTRYPOINT ["docduel"]
CMD ["--help"]
