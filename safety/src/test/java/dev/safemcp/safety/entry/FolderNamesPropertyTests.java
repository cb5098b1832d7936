package dev.safemcp.safety.entry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.Folder;
import dev.safemcp.safety.file.HookedCalls;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.move.PortableFileCalls;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of a folder is always its beginning, without gaps, within both bounds. */
class FolderNamesPropertyTests {
  private static FileCalls listing(List<Name> names) {
    return new HookedCalls(new PortableFileCalls()) {
      @Override
      public void list(Folder folder, NameVisitor visitor) {
        names.forEach(visitor::visit);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void whatIsKeptIsTheBeginningInOrder(long seed) throws CallFailed {
    Random random = new Random(seed);
    Set<Name> distinct = new LinkedHashSet<>();
    for (int i = 0; i < 300; i++) {
      distinct.add(
          Name.of("x".repeat(random.nextInt(200)) + Integer.toString(random.nextInt(), 36)));
    }
    List<Name> names = new ArrayList<>(distinct);
    int atMost = 1 + random.nextInt(400);
    long mostBytes = random.nextInt(60_000);

    FolderNames kept = FolderNames.read(listing(names), () -> {}, atMost, mostBytes);

    assertThat(kept.total()).as("seed %d", seed).isEqualTo(names.size());
    List<Name> sorted = names.stream().sorted().toList();
    assertThat(kept.first())
        .as("seed %d", seed)
        .hasSizeLessThanOrEqualTo(atMost)
        .isEqualTo(sorted.subList(0, kept.first().size()));
    if (atMost >= names.size() && mostBytes >= 300 * 300) {
      assertThat(kept.first()).as("seed %d", seed).isEqualTo(sorted);
    }
  }
}
