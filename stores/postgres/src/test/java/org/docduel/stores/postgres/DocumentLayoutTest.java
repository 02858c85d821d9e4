package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.Collection;
import org.junit.jupiter.api.Test;

class DocumentLayoutTest {
  /** It would be work that is timed, and thrown away. */
  @Test
  void clientSideCountCreatesNoTexts() throws SQLException {
    Value number = new IntegerValue(7);
    ObjectValue body = ObjectValue.of(Map.of("number", number));
    byte[] bson = new BsonBytes().body(new Document(1, body));
    ResultSet row =
        (ResultSet)
            Proxy.newProxyInstance(
                DocumentLayoutTest.class.getClassLoader(),
                new Class<?>[] {ResultSet.class},
                (proxy, method, arguments) -> bson);
    PostgresTable table =
        new PostgresSystem(
                new PostgresProvider.OfBytes(),
                new ServerAddress("jdbc:postgresql://localhost/"),
                StoreConfig.defaults(),
                null)
            .table(new Collection("c", body, List.of()));

    assertThat(table.count(Path.of("number")).reader().read(row, 1)).isEqualTo(number);
  }
}
