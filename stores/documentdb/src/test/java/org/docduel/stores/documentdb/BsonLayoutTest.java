package org.docduel.stores.documentdb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.junit.jupiter.api.Test;

class BsonLayoutTest {
  @Test
  void whatIsSaidOfAFieldThatReadsAsAPathIsTrueOfReadsToo() {
    Collection collection =
        new Collection("c", ObjectValue.of(Map.of("a.b", new StringValue("x"))), List.of());
    BsonLayout layout = new BsonLayout(collection, StoreConfig.defaults());

    assertThatThrownBy(() -> layout.valueAt(Path.of("a.b"), true))
        .isInstanceOf(StoreException.class)
        .hasMessage("its operators read the field 'a.b' as a path");
  }
}
